import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Lets those who ask for the same thing in the same turn of the event loop share an answer: the
 * busier the process is, the more requests are read in one turn. It is looked up after all of them
 * asked, so that a key that was revoked is refused to the very next request.
 */
export function shareLookUps<Answer>(
  lookUp: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();

  async function lookUpLater(name: string): Promise<Answer> {
    await endOfTurn();
    asked.delete(name);
    return await lookUp(name);
  }

  return (name) => {
    const shared = asked.get(name) ?? lookUpLater(name);
    asked.set(name, shared);
    return shared;
  };
}
