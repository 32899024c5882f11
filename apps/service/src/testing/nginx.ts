import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import { endServer, isListening, untilAnswering } from './server-process.ts';

export interface Nginx {
  port: number;
  /** The port of plain HTTP. */
  plainPort: number;
  /** The self-signed certificate of `ratings.example`. */
  certificate: string;
  stop: () => Promise<void>;
}

const guided = new URL('../../deploy/nginx.conf', import.meta.url);

export interface NginxOptions {
  /** The rate limit of a network. The default is higher than people need, because tests send from one address. */
  rate?: string;
  /** Whether nginx reads client addresses from X-Forwarded-For, so that a test can have many. */
  trustsForwarded?: boolean;
}

/** Starts a real nginx with TLS before two instances. Only ports, paths, and rate differ from `deploy/`. */
export async function startNginx(
  [one, other]: readonly [number, number],
  { rate = '100000r/s', trustsForwarded = false }: NginxOptions = {},
): Promise<Nginx> {
  const { path, environment } = await providedProgram('nginx');
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-nginx-'));
  // If nginx runs as root, its workers are another user.
  await chmod(directory, 0o755);
  const certificate = join(directory, 'ratings.example.pem');
  const key = join(directory, 'ratings.example.key');
  const subject = ['-subj', '/CN=ratings.example', '-addext', 'subjectAltName=DNS:ratings.example'];
  const ellipticCurve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', ...ellipticCurve, '-keyout', key, '-out', certificate],
    ...subject,
  ]);
  const port = await freePort('127.0.0.1');
  const plainPort = await freePort('127.0.0.1');
  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1');
  const site = (await readFile(guided, 'utf8'))
    .replaceAll(/^.*listen \[::\].*\n/gm, (line) => (hasIpv6 ? line : ''))
    .replaceAll('[::]:', '[::1]:')
    .replaceAll(/listen (\d+)/g, 'listen 127.0.0.1:$1')
    .replaceAll(/(listen \S+:)(\d+)/g, (_, host, of) => `${host}${of === '80' ? plainPort : port}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${other}`)
    .replaceAll('/etc/ssl', directory)
    .replace('rate=50r/s', `rate=${rate}`);
  await writeFile(join(directory, 'partner-rating.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(directory, 'nginx.conf'),
    `daemon off;
    pid ${directory}/nginx.pid;
    error_log stderr warn;
    worker_processes 1;
    events { worker_connections 512; }
    http {
      access_log off;
      ${trustsForwarded ? 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;' : ''}
      ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
      include ${directory}/partner-rating.conf;
    }`,
  );
  const server = spawn(
    path,
    ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx.conf')],
    {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  await untilAnswering('nginx', server, () => isListening(port));
  return {
    port,
    plainPort,
    certificate: await readFile(certificate, 'utf8'),
    stop: async () => {
      await endServer(server, 'SIGTERM');
      await rm(directory, { recursive: true });
    },
  };
}
