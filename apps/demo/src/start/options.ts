import { Command, InvalidArgumentError } from 'commander';

export interface Options {
  port: number;
  /** The service's base address. */
  service: string;
  /** Whether the service was given with --service, so that none is to be started. */
  isServiceGiven: boolean;
}

export function readOptions(environment: NodeJS.ProcessEnv): Options {
  const command = new Command('demo')
    .description(
      'Courtside Club, a small partner application: connect a player, report a match, and watch ' +
        'the rating change and a signed webhook arrive. Where no service runs yet, one is started ' +
        '(its settings come from the environment, see npx -y pnpm@12 start --help). The service is found by ' +
        'PORT and its data, with demo.json, by DATA_DIR.',
    )
    .option('--port <port>', 'port to listen on; 0 takes a free one', parsePort, 4000)
    .option(
      '--service <address>',
      'base address of a running service',
      parseServiceAddress,
      `http://localhost:${environment.PORT || 3001}/api/v1`,
    )
    .showHelpAfterError()
    .parse();
  const { port, service } = command.opts<{ port: number; service: string }>();
  return { port, service, isServiceGiven: command.getOptionValueSource('service') === 'cli' };
}

function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number up to 65535.');
  }
  return value;
}

/** @throws InvalidArgumentError where it is none. */
export function parseServiceAddress(text: string): string {
  const address = text.replace(/\/+$/, '');
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith('/api/v1')) {
    throw new InvalidArgumentError(
      'A base address is http or https and ends in /api/v1, such as http://localhost:3001/api/v1.',
    );
  }
  return address;
}
