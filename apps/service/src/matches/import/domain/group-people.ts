import { nameColumns } from '../../../members/domain/names.ts';
import type { NewMemberRow } from '../../../platform/database/schema.ts';
import type { Identity } from './identify.ts';
import {
  anyContradict,
  contradict,
  type Facts,
  type KnownMember,
  mergeFacts,
  type Participant,
  type Reason,
  surest,
} from './participant.ts';

/** One person of an import, with all facts of their participants. */
export interface Person extends Facts {
  participants: Participant[];
  names: string[];
  /** The certain identity, and its reason. */
  identity: { member: KnownMember | null; reason: Reason } | null;
  /** Whether they could be either of two other people in the import, who contradict each other. */
  isBetween: boolean;
}

interface Vertex extends Person {
  identityKey: string | null;
  neighbours: Set<Vertex>;
}

// Comparing each with each takes the square of this. A list with more people of one name, all with
// different facts, is not a tournament.
export const MAX_PER_NAME = 100;

/**
 * Groups participants who are the same person: those with one identity, and those of one
 * name without a contradiction. Somebody who could be either of two people that contradict each other is a
 * separate person. The order of the participants does not matter.
 *
 * A generator, so that the caller can do other work in between. It yields the work that it has done.
 */
export function* groupPeople(
  participants: readonly Participant[],
  identities: ReadonlyMap<Participant, Identity>,
): Generator<number, Person[]> {
  const vertices: Vertex[] = [];
  for (const same of Map.groupBy(participants, (one) => identities.get(one)?.key ?? one).values()) {
    vertices.push(vertexOf(same, identities));
    yield 20 * same.length;
  }

  const byName = new Map<string, Vertex[]>();
  for (const vertex of vertices) {
    for (const name of vertex.names) {
      const candidates = byName.get(name);
      if (candidates === undefined) byName.set(name, [vertex]);
      else candidates.push(vertex);
    }
  }
  for (const candidates of byName.values()) {
    if (candidates.length > MAX_PER_NAME) continue;
    joinCompatible(candidates);
    yield candidates.length ** 2;
  }

  // Without those who could be either of two, no two people in a chain differ.
  const undecided = new Set<Vertex>();
  for (const vertex of vertices) {
    if (doContradict(vertex.neighbours)) undecided.add(vertex);
    yield 1 + vertex.neighbours.size;
  }
  const people: Person[] = [];
  const placed = new Set<Vertex>(undecided);
  for (const vertex of vertices) {
    if (undecided.has(vertex)) people.push({ ...vertex, isBetween: true });
    if (placed.has(vertex)) continue;
    const reached = reach(vertex, placed);
    people.push(personOf(reached));
    yield 10 * reached.length;
  }
  return people;
}

function vertexOf(
  participants: Participant[],
  identities: ReadonlyMap<Participant, Identity>,
): Vertex {
  const found = participants.flatMap((one) => identities.get(one) ?? []);
  const [first] = found;
  const member = first?.member ?? null;
  const reason = found.map((one) => one.reason).reduce(surest, 'ambiguous');
  return {
    participants,
    // A name without letters cannot be compared.
    names: [...new Set(participants.map(({ name }) => name))].filter((name) => name !== ''),
    ...mergeFacts(member?.mayBeKnown ? [...participants, member] : participants),
    identity: first === undefined ? null : { member, reason },
    isBetween: false,
    identityKey: first?.key ?? null,
    neighbours: new Set(),
  };
}

function joinCompatible(candidates: readonly Vertex[]): void {
  for (const [index, one] of candidates.entries()) {
    for (const other of candidates.slice(index + 1)) {
      if (differ(one, other)) continue;
      one.neighbours.add(other);
      other.neighbours.add(one);
    }
  }
}

function differ(one: Vertex, other: Vertex): boolean {
  const identities = one.identityKey !== null && other.identityKey !== null;
  return identities || contradict(one, other);
}

function doContradict(neighbours: ReadonlySet<Vertex>): boolean {
  const identified = [...neighbours].filter(({ identityKey }) => identityKey !== null);
  return identified.length > 1 || anyContradict(neighbours);
}

function reach(start: Vertex, placed: Set<Vertex>): Vertex[] {
  const reached = [start];
  placed.add(start);
  for (const vertex of reached) {
    for (const neighbour of vertex.neighbours) {
      if (placed.has(neighbour)) continue;
      placed.add(neighbour);
      reached.push(neighbour);
    }
  }
  return reached;
}

function personOf(vertices: readonly Vertex[]): Person {
  return {
    participants: vertices.flatMap(({ participants }) => participants),
    names: [...new Set(vertices.flatMap(({ names }) => names))],
    identity: vertices.find(({ identity }) => identity !== null)?.identity ?? null,
    isBetween: false,
    ...mergeFacts(vertices),
  };
}

/** Returns the row of a ghost (a member without an account) for a person without a matching member. */
export function ghostRow(person: Person, id: string, createdAt: Date): NewMemberRow {
  const [first] = person.participants;
  if (first === undefined) throw new Error('A person has participants.');
  const name = {
    first_name: folded(first.sent.firstName),
    last_name: folded(first.sent.lastName),
    city: asSent(person, 'city'),
  };
  return {
    id,
    ...name,
    ...nameColumns(name),
    email: null,
    birth_date: null,
    birth_year: person.birthYear,
    gender: person.gender ?? 'UNKNOWN',
    state: asSent(person, 'state'),
    zip: null,
    country: null,
    is_ghost: true,
    created_at: createdAt,
  };
}

// Keeps the first of the spellings that are compared as equal.
function asSent(person: Person, fact: 'city' | 'state'): string | null {
  const value = person[fact];
  if (value === null) return null;
  const source = person.participants.find((participant) => participant[fact] === value);
  return folded(source?.sent[fact] ?? value);
}

function folded(text: string): string {
  const composed = text.normalize('NFC');
  return composed.trim() === '' ? composed : composed.trim();
}
