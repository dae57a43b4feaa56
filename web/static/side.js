// From which side the board is looked at: 0 as it is stored, then with its left, its top, its right side nearest.

let side = 0;

export const sideNow = () => side;
export function look(from) { side = ((from % 4) + 4) % 4; }

// Where a row and column lie for whoever looks.
export function seen(row, column, { rows, columns }) {
  return [[row, column], [columns - 1 - column, row], [rows - 1 - row, columns - 1 - column], [column, rows - 1 - row]][side];
}

// The row and column that lie there.
export function lying(row, column, { rows, columns }) {
  return [[row, column], [column, columns - 1 - row], [rows - 1 - row, columns - 1 - column], [rows - 1 - column, row]][side];
}

export function shape({ rows, columns }) {
  return side % 2 ? [columns, rows] : [rows, columns];
}

// Seats go round the table clockwise; the first is taken to sit below the board.
export function sideOf(seat, seats) {
  return Math.round((seat * 4) / seats) % 4;
}
