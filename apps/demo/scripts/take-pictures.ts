// `pnpm pictures`: takes the pictures of the README from a freshly started service and the club.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium, openPage } from '@partner-rating/browser';
import { freePort } from '@partner-rating/processes';
import type { Page } from 'playwright-core';
import { buildApp } from '../src/app.ts';
import { type Club, createClub } from '../src/club.ts';
import { readFacts } from '../src/start/facts.ts';
import { redirectUriFor } from '../src/start/options.ts';
import { spawnService } from '../src/start/service-process.ts';
import { connectInBrowser } from '../src/testing/connect-in-browser.ts';
import { type Picture, pictures, viewport } from './pictures.ts';

const folder = fileURLToPath(new URL('../pictures/', import.meta.url));

await using running = new AsyncDisposableStack();
const club = await startClub();
const browser = await launchChromium();
running.defer(() => browser.close());
const page = await openPage(browser, { viewport, colorScheme: 'light', reducedMotion: 'reduce' });
await connectInBrowser(page, club);
for (const picture of pictures) await take(page, picture);

async function startClub(): Promise<Club> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-pictures-'));
  running.defer(() => rm(dataDirectory, { recursive: true }));
  const port = await freePort('localhost');
  const serviceAddress = `http://localhost:${await freePort('localhost')}/api/v1`;
  const service = spawnService({
    serviceAddress,
    dataDirectory,
    webhookTargets: [`127.0.0.1:${port}`],
    environment: process.env,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  running.defer(service.stop);
  await service.ready();
  const facts = await readFacts(dataDirectory);
  const started = createClub({
    facts,
    dataDirectory,
    redirectUri: redirectUriFor(facts.redirectUri, port),
    serviceAddress,
    clock: () => new Date(),
    warn: (sentence) => process.stderr.write(`${sentence}\n`),
  });
  const app = await buildApp(started);
  running.defer(() => app.close());
  await app.listen({ host: 'localhost', port });
  return started;
}

async function take(visitor: Page, { file, of, path, shows }: Picture): Promise<void> {
  const { origin } = new URL(of === 'club' ? club.address : club.serviceAddress);
  await visitor.goto(new URL(path, origin).href);
  for (const name of shows) await visitor.getByRole('heading', { name }).first().waitFor();
  await visitor.screenshot({ path: join(folder, file) });
}
