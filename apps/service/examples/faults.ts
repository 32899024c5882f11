import { differences } from './differences.ts';
import type { Json } from './json.ts';
import { notTold } from './not-told.ts';
import type { Story } from './story.ts';

export const howToMend =
  'Mend the service, or make them anew: npx -y pnpm@12 examples:refresh && npx -y pnpm@12 generate';

/** What is wrong with an example, in lines; none where it is as the story has it. */
export function faultsIn({ told, sent }: Story, name: string, example: Json): string[] {
  if (isRequest(name)) {
    return sent.has(name) ? [] : ['No chapter sends it. Send it where the story needs it.'];
  }
  const answer = told.get(name);
  if (answer !== undefined) {
    return differences(example, answer).map(
      ({ pointer, example: said, answer: given }) =>
        `${pointer}: the example says ${JSON.stringify(said)}, the service ${JSON.stringify(given)}`,
    );
  }
  return name in notTold
    ? []
    : ['No chapter tells it. Tell it, or list it in apps/service/examples/not-told.ts.'];
}

function isRequest(name: string): boolean {
  return /-request(-|$)/.test(name);
}
