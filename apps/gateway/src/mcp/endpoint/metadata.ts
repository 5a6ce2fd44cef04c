import { TOOL_SCOPES } from '../tools/catalog.js';

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
    scopes_supported: TOOL_SCOPES,
    resource_documentation: `${publicUrl}/docs`,
  };
}

/**
 * Describes how clients get tokens (RFC 8414): the device flow (RFC 8628), without registration. What is not there is not announced: no
 * authorization endpoint, and no refresh grant, because tokens are renewed at an address of their own.
 */
export function describeAuthorizationServer(publicUrl: string): object {
  return {
    issuer: publicUrl,
    device_authorization_endpoint: `${publicUrl}/api/v1/auth/device/code`,
    token_endpoint: `${publicUrl}/api/v1/auth/device/token`,
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
    service_documentation: `${publicUrl}/docs`,
  };
}
