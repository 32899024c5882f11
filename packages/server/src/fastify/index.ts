export {
  type ErrorFormatOptions,
  type FastifyOptionsInput,
  fastifyOptions,
} from './fastify-options.ts';
export { type PartnerRatingServerOptions, partnerRatingServer } from './plugin.ts';
