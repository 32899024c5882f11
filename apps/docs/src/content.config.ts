import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro/content/config';
import { glob } from 'astro/loaders';

// The build writes the pages there. Their names are their addresses, in capitals where the SDK has them.
export const collections = {
  docs: defineCollection({
    loader: glob({
      base: '.content',
      pattern: '**/*.{md,mdx}',
      generateId: ({ entry }) => entry.replace(/\.mdx?$/, '').replace(/(?<=.)\/index$/, ''),
    }),
    schema: docsSchema(),
  }),
};
