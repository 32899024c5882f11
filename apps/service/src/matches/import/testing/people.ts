import { type KnownMember, nothingKnown } from '../domain/participant.ts';

/** A member whom participants are compared with, of whom only the name is known. */
export function known(id: string, rest: Partial<KnownMember> = {}): KnownMember {
  return {
    ...{ id, memberNumber: 10_482, displayName: 'Mike B.', name: 'mike brennan' },
    ...{ isGhost: false, isOwnGhost: false, mayBeKnown: true, ...nothingKnown, ...rest },
  };
}

/** The result of work that is done in steps, and what each step cost. */
export function finish<Result>(work: Generator<number, Result>) {
  const costs: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) return { result: step.value, costs };
    costs.push(step.value);
  }
}
