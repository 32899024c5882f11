import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLabeledCount, measureCount } from './labeled-count.ts';

it('a labeled count begins with every label at 0, and is read as a counter', async () => {
  const registry = new Registry();
  const count = createLabeledCount(['sent', 'failed']);
  measureCount({ registry }, { name: 'mails_total', help: 'Mails.', label: 'outcome' }, count);
  count.add('sent');
  count.add('sent', 2);
  for (const _reading of ['first', 'second']) {
    expect(await registry.metrics()).toContain(
      'mails_total{outcome="sent"} 3\nmails_total{outcome="failed"} 0\n',
    );
  }
});
