import type { FlagsPreviewUnsavedRequest } from '../../gen/api.js';
import type { Definition } from '../describe-flag.js';

/** The request that evaluates a definition that may not be saved. */
export function toPreview(key: string, definition: Definition): FlagsPreviewUnsavedRequest {
  const { active, type, variants, filters, default_variant: defaultVariant } = definition;
  return {
    key,
    active,
    type,
    variants,
    ...(filters && { filters }),
    ...(defaultVariant !== undefined && { default_variant: defaultVariant }),
  };
}
