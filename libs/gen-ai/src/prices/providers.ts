/**
 * Providers by the names that instrumentations use for them, where the catalog of prices has another name: the values of
 * `gen_ai.provider.name` and `gen_ai.system`, and those of frameworks. In lower case.
 */
const CATALOG_IDS: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'aws',
  amazon_bedrock: 'aws',
  'aws.bedrock': 'aws',
  aws_bedrock: 'aws',
  bedrock: 'aws',
  bedrock_converse: 'aws',
  'az.ai.inference': 'azure',
  'az.ai.openai': 'azure',
  'azure-openai': 'azure',
  'azure.ai.inference': 'azure',
  'azure.ai.openai': 'azure',
  azure_openai: 'azure',
  azureopenai: 'azure',
  'fireworks.ai': 'fireworks',
  fireworks_ai: 'fireworks',
  'gcp.gemini': 'google',
  'gcp.gen_ai': 'google',
  'gcp.vertex_ai': 'google',
  gemini: 'google',
  'google-genai': 'google',
  'google-vertex': 'google',
  'google.generative-ai': 'google',
  'google.generative_ai': 'google',
  'google.vertex': 'google',
  google_genai: 'google',
  google_vertexai: 'google',
  vertex: 'google',
  'vertex.anthropic': 'google',
  vertex_ai: 'google',
  vertexai: 'google',
  mistral_ai: 'mistral',
  mistralai: 'mistral',
  moonshot: 'moonshotai',
  moonshot_ai: 'moonshotai',
  together_ai: 'together',
  togetherai: 'together',
  grok: 'x-ai',
  'x.ai': 'x-ai',
  x_ai: 'x-ai',
  xai: 'x-ai',
};

/** Frameworks append the interface to the provider: `openai.responses`, `azure-openai.chat`, `google.vertex.chat`. */
const INTERFACE = /\.(?:chat|responses|messages|completions?|embeddings?|text-embedding|images?)$/;

/** The name of a provider in the catalog, or the name itself in lower case if it is no other one's. */
export function catalogProvider(name: string): string {
  const provider = name.trim().toLowerCase().replace(INTERFACE, '');
  return Object.hasOwn(CATALOG_IDS, provider) ? (CATALOG_IDS[provider] ?? provider) : provider;
}

const REGION = /^(?:us|eu|apac|global|jp|au|ca|sa|us-gov)\./;
const PUBLISHER = /^publishers\/[^/]+\/models\//;
const VENDOR = /^([^/]+)\/(.+)$/;

/**
 * The names under which the catalog may list a model of a known provider, the given one first: without the path of Vertex AI, `models/`,
 * the region of Bedrock, or a vendor before a slash.
 *
 * @param isVendor whether the catalog has a provider of this name; another path may be a private model.
 */
export function catalogModels(model: string, isVendor: (name: string) => boolean): readonly string[] {
  const trimmed = model.trim();
  const short = trimmed.replace(/^models\//, '').replace(PUBLISHER, '');
  const [, vendor = '', name = ''] = VENDOR.exec(short) ?? [];
  return [...new Set([trimmed, short, short.replace(REGION, ''), ...(isVendor(vendor) ? [name] : [])])];
}
