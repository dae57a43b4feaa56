"""A name and a password are told a camera as it asks for them; the figures are those of RFC 7616, 3.9.1."""

import pytest

from hardware.network.http import authorization

_NONCE = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
_CLIENT_NONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
_RESPONSES = {
    "SHA-256": "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
    "MD5": "8ca523f5e9506fed4657c9700eebdbec",
}


def asked_for(algorithm):
    return f'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={algorithm}, nonce="{_NONCE}"'


def told(*challenges):
    return authorization(challenges, "GET", "/dir/index.html", "Mufasa", "Circle of Life", _CLIENT_NONCE)


@pytest.mark.parametrize("algorithm", _RESPONSES)
def test_the_answer_to_a_challenge_is_the_one_the_standard_works_out(algorithm):
    assert f'response="{_RESPONSES[algorithm]}"' in told(asked_for(algorithm))


@pytest.mark.parametrize("together", [True, False])
def test_of_several_ways_the_first_that_is_known_is_taken_and_plain_text_last(together):
    challenges = ['Basic realm="x"', asked_for("SHA3-512"), asked_for("MD5")]
    answer = told(", ".join(challenges)) if together else told(*challenges)
    assert f'response="{_RESPONSES["MD5"]}"' in answer
    assert told('Basic realm="x"') == "Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl"


def test_where_no_way_is_known_nothing_is_told():
    assert told("Negotiate", asked_for("SHA3-512")) is None
