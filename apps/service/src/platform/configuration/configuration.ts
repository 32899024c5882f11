import { InvalidSettingError } from './setting-parsers.ts';
import { type Setting, type SettingsOf, settings } from './settings.ts';

/** The service's settings, read and checked once at the start. */
export type Configuration = Settings & { readonly seed: NonNullable<Settings['seed']> };

type Settings = SettingsOf<typeof settings>;

/**
 * Reads the settings from the environment. All faults are reported at once, a sentence each,
 * so that an operator fixes the environment at once.
 */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const faults: string[] = [];
  const configuration: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = environment[setting.variable]?.trim();
    try {
      configuration[name] = setting.parse(
        text === undefined || text === '' ? setting.defaultValue : text,
      );
    } catch (error) {
      if (!(error instanceof InvalidSettingError)) throw error;
      const given = setting.isSecret ? '' : `, but it is ${JSON.stringify(text)}`;
      faults.push(`${setting.variable} ${error.message}${given}.`);
    }
  }
  if (isSet(configuration.smtpUrl) && configuration.mailFrom === null) {
    faults.push('MAIL_FROM must be set with SMTP_URL, to an address that mails may come from.');
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return withDefaultSeed(configuration as unknown as Settings);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// An operator who names a PostgreSQL has data of their own in it.
function withDefaultSeed(read: Settings): Configuration {
  return { ...read, seed: read.seed ?? (read.databaseUrl === null ? 'demo' : 'none') };
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}
