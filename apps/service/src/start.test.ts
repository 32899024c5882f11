import { describe, expect, it } from 'vitest';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { describeService } from './start.ts';

const describeWith = (environment: Record<string, string>) =>
  describeService(readConfiguration(environment), {
    port: 3001,
    publicUrl: 'https://ratings.example',
  });

describe('what the start prints', () => {
  it('says in lines where it listens, and which services it uses', () => {
    const text = describeWith({
      HOST: '0.0.0.0',
      OPERATOR_NAME: 'Texas Racquet Association',
      DATABASE_URL: 'postgres://partner:hidden@db:5432/ratings',
      REDIS_URL: 'redis://limits:hidden@valkey:6379',
      SMTP_URL: 'smtp://mailer:hidden@smtp.example.com:587',
      MAIL_FROM: 'Acme, Inc. <ratings@example.com>',
      INGEST_RATE_LIMIT: '0',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    });
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      '',
      'Partner Rating Service',
      'Listens on     0.0.0.0, port 3001',
      'API            https://ratings.example/api/v1',
      'Documentation  https://ratings.example/docs/',
      'Operator       Texas Racquet Association',
      'Database       PostgreSQL at db:5432, ratings',
      'Secrets        encrypted with SECRETS_KEY',
      'Mail           by smtp.example.com:587, from Acme, Inc. <ratings@example.com>',
      'Limits         requests 600 a minute, those that rate matches without limit; counted in valkey:6379',
      'Commands       ./bin/operator --help',
      '',
    ]);
    expect(text).not.toContain('hidden');
  });

  it('names the settings that would change what is missing', () => {
    const text = describeWith({ DATA_DIR: '/srv/ratings' });
    expect(text).toMatch(
      /Database .*the embedded one in \/srv\/ratings; it carries \d+ requests a second .*DATABASE_URL/,
    );
    expect(text).toMatch(/Operator .*OPERATOR_NAME/);
    expect(text).toMatch(/Secrets .*the key in \/srv\/ratings\/secrets\.key; .*keep a copy/);
    expect(text).toMatch(/Mail .*SMTP_URL/);
    expect(text).toMatch(/Limits .*REDIS_URL/);
  });
});
