import { Command, InvalidArgumentError } from 'commander';
import { BASE_PATH } from './contract.ts';
import { createMock } from './mock.ts';

interface Options {
  port: number;
  host: string;
  quiet: boolean;
}

const { port, host, quiet } = new Command('mock')
  .description(
    `The contract's examples behind ${BASE_PATH}. Choose an answer with the Prefer header: ` +
      '"example=matches.submit-dry-run", "code=404", or "dynamic=true" for made-up values.',
  )
  .option('--port <port>', 'port to listen on', parsePort, 4010)
  .option('--host <host>', 'address to listen on; 0.0.0.0 for every interface', 'localhost')
  .option('--quiet', 'say nothing about each request', false)
  .showHelpAfterError()
  .parse()
  .opts<Options>();

const mock = await createMock(quiet ? undefined : (line) => process.stdout.write(`${line}\n`));

mock.once('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
mock.listen(port, host, () => {
  const baseUrl = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}${BASE_PATH}`;
  process.stdout.write(
    `The mock listens on ${baseUrl}\n` +
      'Any API key is taken. Try:\n' +
      `  curl -H 'X-API-Key: prk_any' '${baseUrl}/partner/member?memberId=10482'\n` +
      'Ctrl-C stops it.\n',
  );
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    mock.close();
    mock.closeAllConnections();
  });
}

function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
  }
  return value;
}

function explain(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken, perhaps by another mock. Stop that, or choose another with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Choose another with --host.`;
    case 'EACCES':
      return `Port ${port} needs more rights. Choose one above 1023 with --port.`;
    default:
      return `The mock could not start: ${error.message}`;
  }
}
