import { settings } from './platform/configuration/settings.ts';

/** What `start --help` says of the settings. */
export function settingsHelp(): string {
  const rows = Object.values(settings).map(({ variable, defaultValue, description }) => {
    const defaultText = defaultValue === '' ? '' : ` [${defaultValue}]`;
    return `  ${variable}${defaultText}\n      ${description}\n`;
  });
  return `\nSettings, from the environment or the file of --env-file:\n\n${rows.join('')}`;
}

/** The same settings as the table of the README. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(
    ({ variable, defaultValue, description }) =>
      `| \`${variable}\` | ${defaultValue === '' ? '' : `\`${defaultValue}\``} | ${description} |`,
  );
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
