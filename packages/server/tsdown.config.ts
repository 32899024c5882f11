import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    fastify: 'src/fastify/index.ts',
    hono: 'src/hono/index.ts',
    node: 'src/node/index.ts',
    catalogue: 'src/catalogue/catalogue.gen.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'node',
  target: 'node20',
  dts: { sourcemap: false },
  sourcemap: true,
});
