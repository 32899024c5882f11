import type { Bounds } from './bootstrap.ts';

/** The area and the length of the search for a minimum. */
interface Search {
  start: readonly number[];
  /** The bounds of each coordinate. The function is not called outside them. */
  bounds: readonly Bounds[];
  /** The distance of the first points from the start. */
  step: number;
  maxEvaluations: number;
  /** The search ends when the values of its points differ by less than this. */
  tolerance: number;
}

interface Vertex {
  point: number[];
  value: number;
}

/**
 * Returns the best point that the method of Nelder and Mead (1965) finds within the bounds. The same function and start
 * give the same point. Passes on everything that the function yields while it computes its value.
 */
export function* minimizeInSteps(
  valueAt: (point: readonly number[]) => Generator<number, number>,
  { start, bounds, step, maxEvaluations, tolerance }: Search,
): Generator<number, number[]> {
  let evaluations = 0;
  function* vertexAt(wanted: readonly number[]): Generator<number, Vertex> {
    evaluations += 1;
    const point = wanted.map((value, axis) => within(value, bounds[axis]));
    return { point, value: yield* valueAt(point) };
  }
  const first = yield* vertexAt(start);
  const simplex = [first];
  for (const wanted of stepsFrom(first.point, bounds, step)) simplex.push(yield* vertexAt(wanted));
  simplex.sort(byValue);
  // A round evaluates up to two points. If it shrinks, it evaluates all points except the best again.
  const maxPerRound = start.length + 2;
  while (evaluations + maxPerRound <= maxEvaluations) {
    const [best, worst] = [simplex[0], simplex.pop()];
    if (best === undefined || worst === undefined) break;
    const next = simplex.at(-1) ?? best;
    if (worst.value - best.value < tolerance) break;
    const center = meanOf(simplex);
    const along = (far: number) =>
      vertexAt(center.map((value, axis) => value + far * (value - (worst.point[axis] ?? value))));
    const reflected = yield* along(1);
    const tried = reflected.value < best.value ? better(reflected, yield* along(2)) : reflected;
    const found = tried.value < next.value ? tried : better(yield* along(-0.5), reflected);
    if (found.value < worst.value) simplex.push(found);
    else {
      for (const { point } of [...simplex.splice(1), worst]) {
        const halfway = point.map((value, axis) => (value + (best.point[axis] ?? value)) / 2);
        simplex.push(yield* vertexAt(halfway));
      }
    }
    simplex.sort(byValue);
  }
  return simplex[0]?.point ?? first.point;
}

/** Returns the start with one coordinate changed each time, away from a bound that the step would cross. */
function stepsFrom(start: readonly number[], bounds: readonly Bounds[], step: number): number[][] {
  return start.map((value, axis) => {
    const isInside = value + step <= (bounds[axis]?.upper ?? Number.POSITIVE_INFINITY);
    return start.with(axis, isInside ? value + step : value - step);
  });
}

function meanOf(simplex: readonly Vertex[]): number[] {
  const [first] = simplex;
  return (first?.point ?? []).map(
    (_, axis) => simplex.reduce((sum, { point }) => sum + (point[axis] ?? 0), 0) / simplex.length,
  );
}

function within(value: number, bounds: Bounds | undefined): number {
  if (bounds === undefined) return value;
  return Math.min(bounds.upper, Math.max(bounds.lower, value));
}

function better(one: Vertex, other: Vertex): Vertex {
  return other.value < one.value ? other : one;
}

function byValue(one: Vertex, other: Vertex): number {
  return one.value - other.value;
}
