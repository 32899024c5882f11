import type { DocumentReader, Schema } from '@partner-rating/spec/document';
import {
  type Files,
  type Model,
  type ModelOperation,
  readModel,
  withNotice,
} from '../model/index.ts';

/** The scenarios of the mock, by name: the example of each operation whose answer differs from the default. */
export type Scenarios = Readonly<Record<string, Story & { toToken?: Story }>>;

interface Story {
  answers?: Readonly<Record<string, string>>;
  everywhere?: string;
}

/** Returns the generated files of the MSW handlers, by their path in `src/`. */
export function mswFiles(contract: DocumentReader, scenarios: Scenarios): Files {
  const model = readModel(contract);
  return withNotice({
    'operations.gen.ts': operations(model),
    'scenarios.gen.ts': scenarioTable(model, scenarios),
  });
}

/** Returns `operations.gen.ts`: the route of each operation, and the request values that its answer repeats. */
function operations({ contract, operations: all }: Model): string {
  const entries = all.map((operation) => {
    const { id, method, path, pagination } = operation;
    const entry = {
      method,
      path,
      echoes: echoedNames(contract, operation),
      ...(pagination && { items: pagination.items }),
    };
    return `  '${id}': ${JSON.stringify(entry)},`;
  });
  const resources = Map.groupBy(all, ({ resource }) => resource);
  return [
    "import type { OperationId } from '@partner-rating/client';",
    "import type { Handle, MockedOperation } from './handle.ts';",
    '',
    'export const operations: Readonly<Record<OperationId, MockedOperation>> = {',
    ...entries,
    '};',
    '',
    '/** The functions that create the handlers, with the names of the client. */',
    'export interface OperationHandlers {',
    ...[...resources].flatMap(([name, ofResource]) => [
      `  /** \`client.${name}\` */`,
      `  readonly ${name}: {`,
      ...ofResource.map(handle),
      '  };',
    ]),
    '}',
    '',
  ].join('\n');
}

function handle({ id, name, summary, method, path }: ModelOperation): string {
  const comment = `${summary}: \`${method} ${path}\``;
  return `    /** ${comment} */\n    readonly ${name}: Handle<'${id}'>;`;
}

/** Returns `scenarios.gen.ts`: the scenarios of the mock. */
function scenarioTable({ operations: all }: Model, scenarios: Scenarios): string {
  const accepting = all.filter(({ schemes }) => schemes.includes('AccessToken'));
  const stories = Object.entries(scenarios);
  return [
    "import type { OperationId } from '@partner-rating/client';",
    "import type { AnswerExample } from '@partner-rating/client/testing';",
    '',
    '/** The name of a scenario of the mock. */',
    'export type ScenarioName =',
    `${Object.keys(scenarios)
      .map((name) => `  | '${name}'`)
      .join('\n')};`,
    '',
    '/** The example of each operation whose answer differs from the default. */',
    'export type Story = { readonly [Id in OperationId]?: AnswerExample<Id> };',
    '',
    'export const stories: Readonly<Record<ScenarioName, Story>> = {',
    ...stories.map(([name, story]) => row(name, all, story)),
    '};',
    '',
    "/** The answers to a player's token, where they differ from the answers to an API key. */",
    'export const tokenStories: { readonly [Name in ScenarioName]?: Story } = {',
    ...stories.flatMap(([name, { toToken }]) => (toToken ? [row(name, accepting, toToken)] : [])),
    '};',
    '',
  ].join('\n');
}

function row(name: string, operations: ModelOperation[], { answers, everywhere }: Story): string {
  const chosen = operations.flatMap((operation) => {
    const example = answers?.[operation.id] ?? everywhere;
    // Not every operation has every error.
    return example !== undefined && hasExample(operation, example) ? [[operation.id, example]] : [];
  });
  return `  '${name}': ${JSON.stringify(Object.fromEntries(chosen))},`;
}

function hasExample({ responses }: ModelOperation, name: string): boolean {
  return Object.values(responses)
    .flatMap(({ content }) => Object.values(content))
    .some(({ examples }) => examples.some((example) => example.name === name));
}

/**
 * Returns the request values that an answer repeats: properties with the same name and type. The identifier in a path
 * is the `id` of the answer.
 */
function echoedNames(contract: DocumentReader, operation: ModelOperation): Record<string, string> {
  // If there are several media types, JSON is the first.
  const { answer } = operation;
  const answered = propertiesOf(contract, answer?.anyOf?.[0] ?? answer);
  const sent = {
    ...propertiesOf(contract, operation.json?.schema),
    ...Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema])),
  };
  const same = Object.keys(sent).filter((name) => isSame(contract, sent[name], answered[name]));
  const identifiers = operation.pathParameters
    .filter(({ schema }) => isSame(contract, schema, answered.id))
    .map(({ name }) => [name, 'id'] as const);
  return Object.fromEntries([...same.map((name) => [name, name] as const), ...identifiers]);
}

function propertiesOf({ resolve }: DocumentReader, schema: Schema = {}): Record<string, Schema> {
  return resolve(schema).properties ?? {};
}

function isSame(contract: DocumentReader, sent?: Schema, answered?: Schema): boolean {
  if (sent === undefined || answered === undefined) return false;
  const [{ type, items }, other] = [contract.resolve(sent), contract.resolve(answered)];
  if (type !== other.type || type === 'object') return false;
  return type !== 'array' || isSame(contract, items, other.items);
}
