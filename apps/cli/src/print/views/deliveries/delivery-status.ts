import type { Json } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';

/** Green for accepted deliveries, red for permanent failures, yellow for pending retries. */
export function statusPaint(status: Json, colors: Colors): Paint {
  if (status === 'sent') return colors.green;
  if (status === 'failed' || status === 'dlq') return colors.red;
  return status === 'retrying' ? colors.yellow : colors.dim;
}
