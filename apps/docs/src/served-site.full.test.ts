import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingsOn, launchChromium, openPage } from '@partner-rating/browser';
import { type StartedProgram, startService } from '@partner-rating/processes';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { filesOf } from './testing/site-files.ts';

// Also percent-encoded in another address. The mock and the reader's own programs stay on the reader's machine.
const WRITTEN_ADDRESS = /localhost(?::|%3A)3001/i;

const NAMED_ENVIRONMENT = /environment(?:: |=)["']local["']|"SERVICE_ENV": "local"/;

/** Returns the text of a page as a reader sees it: highlighted code is in many elements. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&quot;', '"');

describe('a service at another address', () => {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-served-'));
  let service: StartedProgram;

  beforeAll(async () => {
    service = await startService({
      DATA_DIR: directory,
      SEED: 'none',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://ratings.example',
      OPERATOR_NAME: 'Bluebonnet Courts',
      PRIVACY_URL: 'https://bluebonnet.example/privacy',
    });
  });

  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  });

  const read = async (path: string) => {
    const answer = await fetch(`${service.origin}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return await answer.text();
  };

  it('names its own address in every page, sample, and file', async () => {
    const files = filesOf(inject('site')).filter((file) =>
      /\.(?:html|md|txt|json|js|ts|py)$/.test(file),
    );
    expect(files).toEqual(expect.arrayContaining(['llms-full.txt', 'guides/quick-start.html']));
    const found: string[] = [];
    for (const file of files) {
      const text = await read(`/docs/${file}`);
      for (const wrong of [WRITTEN_ADDRESS, NAMED_ENVIRONMENT]) {
        const [match] = wrong.exec(text) ?? wrong.exec(textOf(text)) ?? [];
        if (match !== undefined) found.push(`${file}: ${match}`);
      }
    }
    expect(found).toEqual([]);
    const samples = await read('/docs/guides/predictions.md');
    expect(samples).toContain("baseUrl: 'https://ratings.example/api/v1'");
    expect(samples).toContain('base_url="https://ratings.example/api/v1"');
  });

  it('names no address of another machine in the contract', async () => {
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const text = await read(path);
      expect(text).not.toMatch(/\/\/localhost/);
      expect(text).not.toMatch(WRITTEN_ADDRESS);
      expect(text).toContain('https://ratings.example/api/v1');
    }
  });

  it('names its operator below every page, and nowhere else', async () => {
    for (const file of filesOf(inject('site')).filter((name) => name.endsWith('.html'))) {
      const page = await read(`/docs/${file}`);
      expect([file, page.split('Bluebonnet Courts').length]).toEqual([file, 2]);
    }
  });

  it('shows its operator without a finding of axe', async () => {
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await openPage(browser);
    for (const path of ['', 'guides/limits', 'no-such-page']) {
      await page.goto(`${service.origin}/docs/${path}`);
      await page.getByRole('link', { name: 'Privacy statement' }).waitFor();
      expect(await findingsOn(page)).toEqual([]);
    }
  });
});
