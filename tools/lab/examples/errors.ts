import { differences } from './differences.ts';
import type { Json } from './json.ts';
import type { Recording } from './record-examples.ts';
import { skipped } from './skipped.ts';

export const howToFix =
  'Fix the service, or recreate them: npx -y pnpm@12 examples:refresh && npx -y pnpm@12 generate';

/** What is wrong with an example, in lines; none where it is what the service says. */
export function errorsIn({ recorded, sent }: Recording, name: string, example: Json): string[] {
  if (isRequest(name)) {
    return sent.has(name) ? [] : ['No scenario sends it.'];
  }
  const answer = recorded.get(name);
  if (answer !== undefined) {
    return differences(example, answer).map(
      ({ pointer, example: said, answer: given }) =>
        `${pointer}: the example says ${JSON.stringify(said)}, the service ${JSON.stringify(given)}`,
    );
  }
  return name in skipped
    ? []
    : ['No scenario records it. Record it, or list it in tools/lab/examples/skipped.ts.'];
}

function isRequest(name: string): boolean {
  return /-request(-|$)/.test(name);
}
