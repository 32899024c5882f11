/**
 * Assigns each row a column of its own so that the sum of the costs is minimal (the Hungarian method, in time that
 * grows with the third power of the size). If there are more rows than columns, some rows get none.
 */
export function assignColumns(costs: readonly (readonly number[])[]): Map<number, number> {
  const rows = costs.length;
  const columns = costs[0]?.length ?? 0;
  if (rows > columns) {
    const turned = Array.from({ length: columns }, (_, column) =>
      costs.map((row) => row[column] ?? 0),
    );
    return new Map([...assignColumns(turned)].map(([column, row]) => [row, column]));
  }
  // Of each row and column what its costs have in common; column 0 stands for none.
  const ofRow = new Float64Array(rows);
  const ofColumn = new Float64Array(columns + 1);
  const rowAt = new Int32Array(columns + 1).fill(-1);
  for (let row = 0; row < rows; row += 1) {
    const before = new Int32Array(columns + 1);
    const slack = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const isDone = new Uint8Array(columns + 1);
    let column = 0;
    rowAt[0] = row;
    while (rowAt[column] !== -1) {
      isDone[column] = 1;
      const at = rowAt[column] ?? 0;
      let next = 0;
      let step = Number.POSITIVE_INFINITY;
      for (let other = 1; other <= columns; other += 1) {
        if (isDone[other] === 1) continue;
        const cost = (costs[at]?.[other - 1] ?? 0) - (ofRow[at] ?? 0) - (ofColumn[other] ?? 0);
        if (cost < (slack[other] ?? 0)) {
          slack[other] = cost;
          before[other] = column;
        }
        if ((slack[other] ?? 0) < step) {
          step = slack[other] ?? 0;
          next = other;
        }
      }
      for (let other = 0; other <= columns; other += 1) {
        if (isDone[other] === 1) {
          const held = rowAt[other] ?? 0;
          ofRow[held] = (ofRow[held] ?? 0) + step;
          ofColumn[other] = (ofColumn[other] ?? 0) - step;
        } else {
          slack[other] = (slack[other] ?? 0) - step;
        }
      }
      column = next;
    }
    while (column !== 0) {
      const previous = before[column] ?? 0;
      rowAt[column] = rowAt[previous] ?? -1;
      column = previous;
    }
  }
  const assigned: [number, number][] = [];
  for (let column = 1; column <= columns; column += 1) {
    const row = rowAt[column] ?? -1;
    if (row !== -1) assigned.push([row, column - 1]);
  }
  return new Map(assigned);
}
