import { headers } from 'next/headers';
import { createElement } from 'react';
import { runImported } from '../../behaviours/module.js';

/** A server component that runs the suite as it renders, and shows what became of it. */
export default async function Page() {
  const setting = JSON.parse((await headers()).get('x-setting'));
  const outcomes = encodeURIComponent(JSON.stringify(await runImported(setting)));
  return createElement('pre', { id: 'outcomes' }, outcomes);
}
