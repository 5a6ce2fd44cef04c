// @generated from the protos by scripts/gen.mjs
/* eslint-disable */

import type { GenFile } from '@bufbuild/protobuf/codegenv2';
import { file_svc_v1_account } from './svc/v1/account_pb.js';
import { file_svc_v1_api_keys } from './svc/v1/api_keys_pb.js';
import { file_svc_v1_cohorts } from './svc/v1/cohorts_pb.js';
import { file_svc_v1_contact_methods } from './svc/v1/contact_methods_pb.js';
import { file_svc_v1_document } from './svc/v1/document_pb.js';
import { file_svc_v1_events } from './svc/v1/events_pb.js';
import { file_svc_v1_flags } from './svc/v1/flags_pb.js';
import { file_svc_v1_groups } from './svc/v1/groups_pb.js';
import { file_svc_v1_invitations } from './svc/v1/invitations_pb.js';
import { file_svc_v1_logs } from './svc/v1/logs_pb.js';
import { file_svc_v1_me } from './svc/v1/me_pb.js';
import { file_svc_v1_members } from './svc/v1/members_pb.js';
import { file_svc_v1_metrics } from './svc/v1/metrics_pb.js';
import { file_svc_v1_pagination } from './svc/v1/pagination_pb.js';
import { file_svc_v1_persons } from './svc/v1/persons_pb.js';
import { file_svc_v1_policy } from './svc/v1/policy_pb.js';
import { file_svc_v1_projects } from './svc/v1/projects_pb.js';
import { file_svc_v1_saved_searches } from './svc/v1/saved_searches_pb.js';
import { file_svc_v1_search } from './svc/v1/search_pb.js';
import { file_svc_v1_segments } from './svc/v1/segments_pb.js';
import { file_svc_v1_services } from './svc/v1/services_pb.js';
import { file_svc_v1_settings } from './svc/v1/settings_pb.js';
import { file_svc_v1_timeline } from './svc/v1/timeline_pb.js';
import { file_svc_v1_traces } from './svc/v1/traces_pb.js';
import { file_svc_v1_usage } from './svc/v1/usage_pb.js';

export * from './svc/internal/v1/call_context_pb.js';
export * from './svc/internal/v1/erasure_pb.js';
export * from './svc/internal/v1/flag_decisions_pb.js';
export * from './svc/internal/v1/flag_source_pb.js';
export * from './svc/internal/v1/keys_pb.js';
export * from './svc/v1/account_pb.js';
export * from './svc/v1/api_keys_pb.js';
export * from './svc/v1/cohorts_pb.js';
export * from './svc/v1/contact_methods_pb.js';
export * from './svc/v1/document_pb.js';
export * from './svc/v1/events_pb.js';
export * from './svc/v1/flags_pb.js';
export * from './svc/v1/groups_pb.js';
export * from './svc/v1/invitations_pb.js';
export * from './svc/v1/logs_pb.js';
export * from './svc/v1/me_pb.js';
export * from './svc/v1/members_pb.js';
export * from './svc/v1/metrics_pb.js';
export * from './svc/v1/pagination_pb.js';
export * from './svc/v1/persons_pb.js';
export * from './svc/v1/policy_pb.js';
export * from './svc/v1/projects_pb.js';
export * from './svc/v1/saved_searches_pb.js';
export * from './svc/v1/search_pb.js';
export * from './svc/v1/segments_pb.js';
export * from './svc/v1/services_pb.js';
export * from './svc/v1/settings_pb.js';
export * from './svc/v1/timeline_pb.js';
export * from './svc/v1/traces_pb.js';
export * from './svc/v1/usage_pb.js';

/** Every file whose services are operations of the REST interface. */
export const publicFiles: readonly GenFile[] = [file_svc_v1_account, file_svc_v1_api_keys, file_svc_v1_cohorts, file_svc_v1_contact_methods, file_svc_v1_document, file_svc_v1_events, file_svc_v1_flags, file_svc_v1_groups, file_svc_v1_invitations, file_svc_v1_logs, file_svc_v1_me, file_svc_v1_members, file_svc_v1_metrics, file_svc_v1_pagination, file_svc_v1_persons, file_svc_v1_policy, file_svc_v1_projects, file_svc_v1_saved_searches, file_svc_v1_search, file_svc_v1_segments, file_svc_v1_services, file_svc_v1_settings, file_svc_v1_timeline, file_svc_v1_traces, file_svc_v1_usage];
