import type { EndpointKey } from '../store/endpoints.ts';

/**
 * The endpoint that is meant where none is named. Its id follows from that of the application, so that the
 * deliveries to it stay its own when it is deleted and set again.
 */
export function defaultEndpoint(applicationId: string): EndpointKey {
  return { applicationId, endpointId: applicationId.replace(/^app_/, 'whe_') };
}

export function isDefault({ applicationId, endpointId }: EndpointKey): boolean {
  return endpointId === defaultEndpoint(applicationId).endpointId;
}
