"""Where places on the board lie in the picture."""

import numpy as np

from vision.rectify.mesh import Mesh


def _wavy(rows=10, columns=12):
    across, down = np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0))
    nodes = np.dstack([90 * across + 8 * down + 3 * np.sin(down), 70 * down - 5 * across + 2 * np.cos(across)])
    return Mesh(nodes.astype(np.float32))


def test_a_node_lies_where_the_mesh_says():
    mesh = _wavy()
    assert np.allclose(mesh.pixels(np.arange(13.0), np.arange(11.0)), mesh.nodes, atol=1e-3)


def test_the_middle_of_a_space_lies_between_its_four_nodes():
    mesh = _wavy()
    n = mesh.nodes
    middles = (n[:-1, :-1] + n[1:, :-1] + n[:-1, 1:] + n[1:, 1:]) / 4
    assert np.allclose(mesh.pixels(np.arange(12) + 0.5, np.arange(10) + 0.5), middles, atol=1e-3)


def test_beyond_the_outer_line_the_board_goes_on_straight():
    mesh = _wavy()
    inside, line, outside = mesh.pixels(np.array([0.5, 0.0, -0.5]), np.array([4.0]))[0]
    assert np.allclose(outside - line, line - inside, atol=1e-3)
    inside, line, outside = mesh.pixels(np.array([3.0]), np.array([9.4, 10.0, 10.6]))[:, 0]
    assert np.allclose(outside - line, line - inside, atol=1e-3)
