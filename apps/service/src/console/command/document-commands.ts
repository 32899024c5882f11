import { Command, InvalidArgumentError, Option } from 'commander';
import { operations } from '../api/interface.gen.ts';
import type { InterfaceField, InterfaceOperation } from '../api/interface-types.ts';
import { confirm, refuseToAskPrograms, type Terminal } from '../terminal.ts';
import {
  type AdminClient,
  callOperation,
  optionName,
  readPages,
  type Values,
  type WithClient,
} from './call-operation.ts';
import { runJob } from './follow-job.ts';
import { writeNewFile } from './new-file.ts';
import { printEntries, printResult } from './print-result.ts';

const MAX_ENTRIES = 10_000;

const DEFAULT_ENTRIES = 50;

/** Adds the commands that the document describes, each with its help, arguments, and options. */
export function addDocumentCommands(
  root: Command,
  withClient: WithClient,
  terminal: Terminal,
): void {
  for (const operation of operations) {
    if (operation.command === null) continue;
    const [, words = '', names = ''] = /^([a-z -]+?)((?: <\w+>)*)$/.exec(operation.command) ?? [];
    const above = words.split(' ');
    const name = above.pop() ?? '';
    const group = above.reduce((parent, word) => childOf(parent, word, operation.section), root);
    const positional = [...names.matchAll(/<(\w+)>/g)].map(([, field]) => field ?? '');
    group.addCommand(commandOf(name, operation, positional, withClient, terminal));
  }
}

function childOf(parent: Command, name: string, description: string): Command {
  const known = parent.commands.find((command) => command.name() === name);
  return known ?? parent.command(name).description(description);
}

function commandOf(
  name: string,
  operation: InterfaceOperation,
  positional: readonly string[],
  withClient: WithClient,
  terminal: Terminal,
): Command {
  const { fields, items, summary, about, job, irreversible, isFile } = operation;
  const command = new Command(name).description(`${summary}.`).addHelpText('after', `\n${about}`);
  const fieldOf = (field: string) => fields.find((one) => one.name === field);
  for (const one of positional) {
    command.argument(`<${one}>`, fieldOf(one)?.about.split('\n')[0]);
  }
  const password = fields.find(({ type }) => type === 'password');
  const named = fields.filter((field) => !positional.includes(field.name) && field !== password);
  const optional = named.filter((field) => items === null || field.name !== 'limit');
  for (const field of optional) for (const option of optionsOf(field)) command.addOption(option);
  if (items !== null) {
    const limit = new Option('--limit <entries>', `how many entries, ${MAX_ENTRIES} at most`);
    command.addOption(limit.argParser(readCount).default(DEFAULT_ENTRIES));
  }
  if (isFile) command.requiredOption('--out <file>', 'a file that does not exist yet');
  if (job === 'differences') {
    command.option('--report <file>', 'a new CSV file for every difference that the job finds');
  }
  const yes = new Option('--yes', 'do not ask for confirmation');
  // Every command accepts it, so that scripts need not know which ones ask.
  command.addOption(irreversible === null ? yes.hideHelp() : yes);
  command.option(
    '--json',
    items === null ? 'print one JSON object' : 'print one JSON object a line',
  );

  return command.action(async (...given: unknown[]) => {
    const options = given[positional.length] as Given & Record<string, unknown>;
    const values: Values = new Map(positional.map((field, index) => [field, given[index]]));
    for (const field of optional) {
      const value = options[camel(optionName(field))];
      const isNone = field.isNullable && (value === 'null' || value === '');
      if (value !== undefined) values.set(field.name, isNone ? null : value);
    }
    const subject = positional.length > 0 ? String(given[0]) : (operation.command ?? '');
    await run(operation, values, subject, options, withClient, terminal);
  });
}

/** The options that depend on the kind of operation. */
interface Given {
  limit: number;
  out: string;
  report?: string;
  yes?: true;
  json?: true;
}

async function run(
  operation: InterfaceOperation,
  values: Values,
  subject: string,
  { limit, out, report, yes, json: asJson }: Given,
  withClient: WithClient,
  terminal: Terminal,
): Promise<void> {
  const { fields, items, irreversible, isFile, job } = operation;
  const json = asJson === true;
  const isRisky =
    irreversible === 'always' || (irreversible !== null && values.get(irreversible) === true);
  const asks = isRisky && yes !== true && values.get('dryRun') !== true;
  if (asks) refuseToAskPrograms({ json });
  await withClient(async (client) => {
    if (items !== null) {
      const entries: Record<string, unknown>[] = [];
      let hasMore = false;
      for await (const page of readPages(client, operation, values, limit)) {
        entries.push(...page.entries);
        hasMore = page.hasMore;
      }
      return printEntries(terminal, operation, entries, { json, hasMore });
    }
    const password = fields.find(({ type }) => type === 'password');
    // Not earlier: a refused command must not wait for input.
    if (password !== undefined) {
      values.set(password.name, (await terminal.readInput()).replace(/\r?\n$/, ''));
    }
    if (asks) await ask(terminal, client, operation, subject);
    if (job !== null) return await runJob(client, operation, values, { terminal, json, report });
    const answer = await callOperation(client, operation, values);
    if (!isFile) return printResult(terminal, operation, answer, { json });
    await writeNewFile(
      terminal.resolvePath(out),
      '--out',
      async (file) => await file.writeFile(`${JSON.stringify(answer, null, 2)}\n`),
    );
    printResult(terminal, operation, { file: out }, { json });
  });
}

/** Shows the subject of an operation, and asks the operator to type its name. */
async function ask(
  terminal: Terminal,
  client: AdminClient,
  { summary, about, path, fields, irreversible }: InterfaceOperation,
  subject: string,
): Promise<void> {
  const [subjectPath = path] = /^\/[a-z-]+\/\{\w+\}/.exec(path) ?? [];
  const reader = operations.find((one) => one.method === 'GET' && one.path === subjectPath);
  const [name] = reader?.fields ?? [];
  if (reader !== undefined && name !== undefined) {
    const shown = await callOperation(client, reader, new Map([[name.name, subject]]));
    printResult(terminal, reader, shown, { json: false });
  }
  const risk =
    fields.find((field) => field.name === irreversible)?.about ?? about.split('\n\n')[0] ?? '';
  await confirm(
    terminal,
    { json: false },
    {
      warning: `${summary}: ${subject}. ${risk.replaceAll('\n', ' ')}`,
      answer: subject,
      refusal: `Nothing was done: you did not type ${subject}.`,
    },
  );
}

function optionsOf(field: InterfaceField): Option[] {
  const name = optionName(field);
  const about = `${field.about.slice(0, 1).toLowerCase()}${field.about.slice(1).replace(/\.$/, '')}`;
  if (field.type === 'boolean') {
    const positive = new Option(`--${name}`, about);
    return field.in === 'body' && field.default !== false
      ? [positive, new Option(`--no-${name}`, 'the opposite')]
      : [positive];
  }
  const value = field.type === 'list' ? `<${name}...>` : `<${field.type}>`;
  const option = new Option(`--${name} ${value}`, about);
  if (field.choices !== null) option.choices(field.choices);
  if (field.type === 'integer') option.argParser(readInteger(field));
  if (field.isRequired) option.makeOptionMandatory();
  return [option];
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function readInteger({ isNullable }: InterfaceField) {
  return (text: string) => {
    if (text === 'null' && isNullable) return text;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new InvalidArgumentError(
      isNullable ? 'Give a whole number, or null for the default.' : 'Give a whole number.',
    );
  };
}

function readCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_ENTRIES) return count;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_ENTRIES}.`);
}
