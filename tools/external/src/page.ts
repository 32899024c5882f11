import type { Result } from './run.ts';

/** Returns the table of the results, in Markdown. */
export function renderTable(results: readonly Result[]): string {
  const rows = results.map(({ name, version, note, done, failure }) => {
    const passed = ['passed', ...(note === null ? [] : [note])].join(' ');
    const result = failure === null ? passed : `**failed**: ${failure.step}`;
    return `| \`${name}\` | ${version} | ${done.join('; ')} | ${result} |`;
  });
  return `${['| Program | Version | What it did | Result |', '|---|---|---|---|', ...rows].join('\n')}\n`;
}

/** Returns the page, in Markdown. */
export function renderPage(
  results: readonly Result[],
  { date, commit }: { date: string; commit: string },
): string {
  const passed = results.filter(({ failure }) => failure === null).length;
  return `# External programs

Programs of others drive the service here, unchanged: OAuth clients, verifiers of webhooks, generated clients, type checkers, an
agent, a proxy, a linter, and browsers. They know only the published document, the metadata, and the standards.

\`npx -y pnpm@12 run external --page docs/checks/external-programs.md\` runs the programs and writes this page. Do not edit it. The
[full tests](../../CONTRIBUTING.md) run the programs too, except Firefox and WebKitGTK, which have their own job in CI. If a program
fails, so do the tests.

On ${date}, ${passed} of ${results.length} programs passed, at commit ${commit}.

${renderTable(results)}`;
}
