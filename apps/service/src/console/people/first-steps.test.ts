import { expect, test } from 'vitest';
import { firstStepsView } from './first-steps.ts';

test('the first steps of each client link to the page that installs it', () => {
  const application = { clientId: 'club', name: 'Club', apiKey: null, isPending: false };
  const { sections } = firstStepsView({ publicUrl: 'https://ratings.example' }, application);
  for (const heading of ['TypeScript', 'Python']) {
    expect(sections.find((section) => section.heading === heading)).toMatchObject({
      links: [{ text: 'Install the client', address: '/docs/downloads' }],
    });
  }
});
