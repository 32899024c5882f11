// Calls every operation for each documented answer, against Prism, which knows only the document.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { callWith, literal } from '@partner-rating/codegen/python';
import { startPrismMock } from '@partner-rating/prism';
import { providedProgram } from '@partner-rating/provision';
import { contract } from '@partner-rating/spec/contract';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));
const answers = contract
  .operations()
  .filter(({ isCalled }) => isCalled)
  .flatMap((operation) =>
    Object.entries(operation.responses).map(([status, { content }]) => {
      const [{ examples: [example] = [] } = {}] = Object.values(content);
      const prefer = example ? `code=${status}, example=${example.name}` : `code=${status}`;
      const headers = `headers=${literal({ Prefer: prefer })}`;
      const body = (example?.value ?? {}) as { code?: string; error?: string };
      return {
        name: `${operation.id} ${status}`,
        call: callWith(
          contract,
          operation,
          operation.pagination ? ['max_items=1', headers] : [headers],
        ),
        isList: operation.pagination !== null,
        expected: Number(status) < 400 ? 'answered' : `${status} ${body.code ?? body.error}`,
      };
    }),
  );

const program = `
import json
from partner_rating import PartnerRatingClient, PartnerRatingError
client = PartnerRatingClient(environment="local", max_retries=0)
outcomes = {}
def attempt(name, call):
    try:
        call()
        outcomes[name] = "answered"
    except PartnerRatingError as error:
        outcomes[name] = f"{error.status_code} {error.code}"
${answers
  .map(({ name, call, isList }) => {
    const made = isList ? `list(${call})` : call;
    return `attempt(${JSON.stringify(name)}, lambda: ${made})`;
  })
  .join('\n')}
print(json.dumps(outcomes))
`;

test('each operation has the documented result, for every status', async () => {
  await using prism = await startPrismMock();
  const { path, environment } = await providedProgram('python');
  const { stdout } = await promisify(execFile)(path, ['-c', program], {
    env: {
      ...process.env,
      ...environment,
      PYTHONPATH: source,
      PYTHONDONTWRITEBYTECODE: '1',
      SERVICE_API_KEY: 'prk_test',
      SERVICE_URL_LOCAL: prism.origin,
    },
  });
  const expected = Object.fromEntries(answers.map(({ name, expected }) => [name, expected]));
  expect(JSON.parse(stdout)).toEqual(expected);
});
