import { type KnownMember, nothingKnown } from '../domain/participant.ts';

/** Creates a member for comparison with participants. Only the name is known. */
export function known(id: string, rest: Partial<KnownMember> = {}): KnownMember {
  return {
    ...{ id, memberNumber: 10_482, displayName: 'Mike B.', name: 'mike brennan' },
    ...{ isGhost: false, isOwnGhost: false, mayBeKnown: true, ...nothingKnown, ...rest },
  };
}

/** Runs stepwise work. Returns its result, and the cost of each step. */
export function finish<Result>(work: Generator<number, Result>) {
  const costs: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) return { result: step.value, costs };
    costs.push(step.value);
  }
}
