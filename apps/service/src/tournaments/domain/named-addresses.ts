import type { Schemas } from '@partner-rating/server';
import { foldShort } from '../../players/domain/name-columns.ts';
import { fullName } from '../../players/domain/names.ts';

/**
 * How often an import asks whose an e-mail address is: its addresses, each once with each name beside it.
 * An address finds a member where the name agrees, so a second name is a second guess.
 */
export function* countNamedAddresses({
  matches,
}: Schemas.TournamentImport): Generator<number, number> {
  const sent = new Map<string, Schemas.Participant>();
  for (const participant of matches.flatMap(({ teams }) => teams.flat())) {
    const { email, firstName, lastName } = participant;
    if (email) sent.set(JSON.stringify([email, firstName, lastName]), participant);
  }
  const named = new Set<string>();
  for (const { email = '', firstName, lastName } of sent.values()) {
    const name = foldShort(fullName({ first_name: firstName, last_name: lastName }));
    named.add(JSON.stringify([email.toLowerCase(), name]));
    // Folding a name takes as long as some hundred comparisons.
    yield 100;
  }
  return named.size;
}
