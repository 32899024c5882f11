import type { Schemas } from '@partner-rating/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish, known } from '../testing/people.ts';
import { agreement, type Candidates, type Decision, decidePeople } from './decide-people.ts';
import { ghostRow, groupPeople } from './group-people.ts';
import { identify } from './identify.ts';
import { type KnownMember, type Participant, participantReader } from './participant.ts';

// Few values, so that people often share names and facts, and often contradict each other.
const facts = {
  email: fc.constantFrom('one@example.com', 'two@example.com', 'three@example.com'),
  birthYear: fc.constantFrom(1960, 1990),
  gender: fc.constantFrom('MALE' as const, 'FEMALE' as const),
  city: fc.constantFrom('Austin', 'Dallas'),
  state: fc.constantFrom('TX', 'CO'),
};

const firstName = fc.constantFrom('John', 'JOHN', 'Joan');

const participant: fc.Arbitrary<Schemas.Participant> = fc.record(
  { firstName, lastName: fc.constant('Smith'), memberId: fc.constantFrom('1', '2', '9'), ...facts },
  { requiredKeys: ['firstName', 'lastName'] },
);

const import_ = fc.array(participant, { minLength: 1, maxLength: 12 });

const member = fc
  .record({ name: fc.constantFrom('john smith', 'joan smith'), ...orNull() })
  .map((facts): KnownMember => known('', { ...facts, memberNumber: 0, displayName: 'John S.' }));

const members = fc
  .uniqueArray(member, { maxLength: 4, selector: ({ emailHash }) => emailHash ?? Symbol('none') })
  .map((all) => all.map((one, index) => ({ ...one, id: `${index + 1}`, memberNumber: index + 1 })));

function orNull() {
  return {
    emailHash: fc.option(facts.email),
    birthYear: fc.option(facts.birthYear),
    gender: fc.option(facts.gender),
    city: fc.constantFrom(null, 'austin', 'dallas'),
    state: fc.constantFrom(null, 'tx', 'co'),
  };
}

/** Simulates the database and the rules, by the key of the participant. */
function decide(
  sent: readonly Schemas.Participant[],
  members: readonly KnownMember[],
  before: ReadonlyMap<string, KnownMember> = new Map(),
): Map<string, Decision> {
  const participants = [...new Set(sent.map(participantReader(String)))];
  // Like the look-up in the database, this does not find hidden members.
  const askable = members.filter(({ mayBeKnown }) => mayBeKnown);
  const { identities, unknown } = identify(participants, {
    byReference: new Map(askable.map((one) => [one.id, one])),
    byEmailHash: Map.groupBy(askable, ({ emailHash }) => emailHash ?? 'unknown'),
    before,
  });
  const sought = participants.filter((one) => !unknown.has(one));
  const people = finish(groupPeople(sought, identities)).result;
  const candidatesOf = new Map(
    people.map((person): [typeof person, Candidates] => [
      person,
      {
        members: members
          .filter(({ name, mayBeKnown }) => mayBeKnown && person.names.includes(name))
          .toSorted((one, other) => agreement(person, other) - agreement(person, one)),
        isCut: false,
      },
    ]),
  );
  const decisions = finish(decidePeople(people, candidatesOf)).result;
  return new Map([...decisions].map(([one, decision]) => [one.key, decision]));
}
/** Returns who is who, in a form in which two runs can be compared. */
function whoIsWho(decisions: ReadonlyMap<string, Decision>) {
  return new Map(
    [...decisions].map(([key, { member: found, person, reason }]) => [
      key,
      found?.id ?? `${reason} ${keysOf(person.participants).join(' ')}`,
    ]),
  );
}

function keysOf(participants: readonly Participant[]): string[] {
  return participants.map(({ key }) => key).toSorted();
}

describe('matching participants', () => {
  it('does not depend on their order', () => {
    fc.assert(
      fc.property(
        import_.chain((sent) =>
          fc.tuple(fc.constant(sent), fc.shuffledSubarray(sent, { minLength: sent.length })),
        ),
        members,
        ([sent, shuffled], known) => {
          expect(whoIsWho(decide(shuffled, known))).toEqual(whoIsWho(decide(sent, known)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('matches no member whose birth year or gender differs, unless an identifier says so', () => {
    fc.assert(
      fc.property(import_, members, (sent, known) => {
        for (const { member: found, person } of decide(sent, known).values()) {
          if (found === null || (person.identity?.member ?? null) !== null) continue;
          expect([found.birthYear, null, person.birthYear]).toContain(
            person.birthYear === null ? null : (found.birthYear ?? person.birthYear),
          );
          const genders = new Set([found.gender, person.gender]);
          genders.delete(null);
          expect(genders.size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('treats participants with one memberId or one unclaimed email address as one person', () => {
    fc.assert(
      fc.property(import_, members, (sent, known) => {
        const decisions = decide(sent, known);
        const identified = new Map<string, unknown>();
        for (const [key, { member: found, person }] of decisions) {
          const [, reference, email] = JSON.parse(key);
          const name = reference ?? email;
          if (name === null) continue;
          // For an account's address, the name matters too.
          const isOfAccount = known.some((one) => one.emailHash === email && !one.isGhost);
          if (reference === null && isOfAccount) continue;
          const who = found?.id ?? person;
          if (reference === null && identified.has(`address ${email}`)) {
            expect(who).toBe(identified.get(`address ${email}`));
          }
          if (reference === null) identified.set(`address ${email}`, who);
          else expect(who).toBe(reference);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('reveals no fact of a hidden member, whatever facts are guessed', () => {
    const hidden = fc.tuple(member, fc.record(orNull())).map(([one, others]) => {
      const known = { ...one, id: '9', memberNumber: 9, mayBeKnown: false };
      const { birthYear, gender, city, state } = others;
      return [known, { ...known, name: 'jane doe', birthYear, gender, city, state }] as const;
    });
    fc.assert(
      fc.property(import_, members, hidden, (sent, known, [one, other]) => {
        const findable = known.filter(
          ({ emailHash }) => emailHash === null || emailHash !== one.emailHash,
        );
        expect(whoIsWho(decide(sent, [...findable, one]))).toEqual(
          whoIsWho(decide(sent, [...findable, other])),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds everybody who got a ghost again in the next import', () => {
    fc.assert(
      fc.property(import_, members, (sent, known) => {
        const first = decide(sent, known);
        const ghosts = new Map<Decision, KnownMember>();
        for (const decision of first.values()) {
          if (decision.member !== null || ghosts.has(decision)) continue;
          ghosts.set(decision, ghostOf(decision, `ghost ${ghosts.size}`));
        }
        const before = new Map(
          [...first].flatMap(([key, decision]): [string, KnownMember][] => {
            const ghost = ghosts.get(decision);
            return ghost === undefined ? [] : [[key, ghost]];
          }),
        );
        const second = decide(sent, [...known, ...ghosts.values()], before);
        for (const [key, ghost] of before) expect(second.get(key)?.member?.id).toBe(ghost.id);
      }),
      { numRuns: 2_000 },
    );
  });
});

function ghostOf({ person }: Decision, id: string): KnownMember {
  const row = ghostRow(person, id, new Date(0));
  const { emailHash, birthYear, gender, city, state } = person;
  return known(id, {
    ...{ emailHash, birthYear, gender, city, state, name: row.name_folded, memberNumber: 0 },
    ...{ displayName: row.display_name, isGhost: true, isOwnGhost: true },
  });
}
