import { settings } from './platform/configuration/settings.ts';

/** What `--help` prints. */
export function helpText(): string {
  const rows = Object.values(settings).map(({ variable, defaultValue, description }) => {
    const defaultText = defaultValue === '' ? '' : ` [${defaultValue}]`;
    return `  ${variable}${defaultText}\n      ${description}\n`;
  });
  return (
    'npx -y pnpm@12 start\n\n' +
    'Runs the Partner Rating Service until Ctrl-C. The first start fills the embedded database with\n' +
    'a demonstration; later starts keep the data. Settings come from the environment:\n\n' +
    `${rows.join('')}\n` +
    'npx -y pnpm@12 run operator --help   lists the commands for partners, keys, members, ratings and secrets.\n'
  );
}

/** The same settings as the table of the README. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(
    ({ variable, defaultValue, description }) =>
      `| \`${variable}\` | ${defaultValue === '' ? '' : `\`${defaultValue}\``} | ${description} |`,
  );
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
