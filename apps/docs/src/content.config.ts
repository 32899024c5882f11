import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro/content/config';
import { glob } from 'astro/loaders';

// The build writes the pages there. Their file names are their addresses, with the capitals of the names in the SDK.
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
