/**
 * Returns a `create table` statement, and one that stores its comments in the database: the lines that begin with
 * `--` describe the table or the column below them.
 */
export function table(definition: string): string[] {
  const [, name] = /create table (\w+)/.exec(definition) ?? [];
  const comments: string[] = [];
  let words: string[] = [];
  for (const line of definition.split('\n').map((text) => text.trim())) {
    if (line.startsWith('--')) {
      words.push(line.slice(2).trim());
      continue;
    }
    if (words.length > 0) {
      const [first] = line.split(' ');
      const described = first === 'create' ? `table ${name}` : `column ${name}.${first}`;
      comments.push(`comment on ${described} is '${words.join(' ').replaceAll("'", "''")}';`);
    }
    words = [];
  }
  return [definition, `do $do$ begin ${comments.join(' ')} end $do$`];
}

/**
 * Keeps the planner from sampling columns that may hold something of a person and that nobody searches: the samples
 * outlive the rows.
 */
export const withoutSamples = (name: string, columns: readonly string[]) =>
  `alter table ${name} ${columns.map((column) => `alter column ${column} set statistics 0`).join(', ')}`;

/** Does the same for the expression of an index, which is its first column. */
export const withoutIndexSamples = (index: string) =>
  `alter index ${index} alter column 1 set statistics 0`;

/**
 * Planner options for a function. A session plans its statements once, perhaps while the tables are nearly empty, so
 * it must use indexes from the start. An option that is off raises the estimated cost of a plan above
 * `jit_above_cost`. PostgreSQL with LLVM, such as Debian's, would then compile each statement in each session, which
 * takes 22 times as long as running it.
 */
export const byIndex =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off';

/** Lists, boards and searches contain only members that fulfil this condition. */
export const found = 'is_discoverable and merged_into is null';

/** Creates a trigger that refuses to change the rows of a table, or some columns of them. */
export const appendOnly = (name: string, columns?: string) =>
  `create trigger ${name}_append_only
    before delete or truncate or update ${columns === undefined ? '' : `of ${columns}`} on ${name}
    for each statement execute function refuse_change()`;
