import { DEVICE_GRANT } from '../../auth/device/device-tokens.js';
import type { OAuthOptions } from '../../auth/oauth/oauth-options.js';
import { RUNNABLE_SCOPES } from '../tools/operations/runnable-operations.js';

/** Path of the endpoint. */
export const MCP_PATH = '/mcp';
/** Path of the metadata of RFC 9728; the form with the path of the resource is the one that clients look for first. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
/** Path of the metadata of RFC 8414. */
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

export function resourceMetadataUrl(publicUrl: string): string {
  return `${publicUrl}${RESOURCE_METADATA_PATH}${MCP_PATH}`;
}

/**
 * Describes the endpoint as a protected resource (RFC 9728). The address comes from the settings, never from the request: clients compare
 * it with the one that they were given.
 */
export function describeResource(publicUrl: string): object {
  return {
    resource: `${publicUrl}${MCP_PATH}`,
    resource_name: 'svc',
    authorization_servers: [publicUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: RUNNABLE_SCOPES,
    resource_documentation: `${publicUrl}/docs`,
  };
}

/**
 * Describes how clients get tokens (RFC 8414): with an authorization code (RFC 6749 and 7636, answers by RFC 9207), or with the device flow
 * (RFC 8628). Clients cannot register themselves, so no such address is announced.
 */
export function describeAuthorizationServer(publicUrl: string, { readsClientDocuments }: OAuthOptions): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    device_authorization_endpoint: `${publicUrl}/api/v1/auth/device/code`,
    token_endpoint: `${publicUrl}/oauth/token`,
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: readsClientDocuments,
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: RUNNABLE_SCOPES,
    service_documentation: `${publicUrl}/docs`,
  };
}
