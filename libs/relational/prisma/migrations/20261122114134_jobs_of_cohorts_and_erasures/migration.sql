-- Work that is not finished becomes jobs.
INSERT INTO "jobs" ("id", "queue", "key", "payload", "project_id", "run_at")
SELECT gen_random_uuid(), 'cohort-refreshes', "id"::text, json_build_object('cohortId', "id"), "project_id", "refresh_at"
FROM "cohorts" WHERE "refresh_at" IS NOT NULL;

INSERT INTO "jobs" ("id", "queue", "key", "payload", "project_id", "run_at", "attempts")
SELECT gen_random_uuid(), 'cohort-builds', "cohort_id" || '/' || "number",
       json_build_object('cohortId', "cohort_id", 'number', "number"), "project_id", "started_at", "attempts"
FROM "cohort_generations" JOIN "cohorts" ON "cohorts"."id" = "cohort_id" WHERE "state" = 'building';

INSERT INTO "jobs" ("id", "queue", "key", "payload", "project_id", "run_at")
SELECT gen_random_uuid(), 'person-erasures', "project_number" || ' ' || "canonical_distinct_id",
       json_build_object('projectNumber', "project_number", 'canonicalDistinctId', "canonical_distinct_id"),
       "project_id", "requested_at"
FROM "person_erasures";

INSERT INTO "jobs" ("id", "queue", "key", "payload", "run_at")
SELECT gen_random_uuid(), 'project-erasures', "project_id"::text,
       json_build_object('projectId', "project_id", 'number', "number"), "next_attempt_at"
FROM "project_deletions" WHERE "completed_at" IS NULL;

-- DropIndex
DROP INDEX "cohort_generations_state_lease_until_idx";

-- DropIndex
DROP INDEX "cohorts_refresh_at_idx";

-- DropIndex
DROP INDEX "person_erasures_requested_at_idx";

-- DropIndex
DROP INDEX "project_deletions_next_attempt_at_idx";

-- AlterTable
ALTER TABLE "cohort_generations" DROP COLUMN "lease_token",
DROP COLUMN "lease_until";

-- AlterTable
ALTER TABLE "cohorts" DROP COLUMN "refresh_at";

-- AlterTable
ALTER TABLE "person_erasures" DROP COLUMN "lease_token",
DROP COLUMN "lease_until";

-- AlterTable
ALTER TABLE "project_deletions" DROP COLUMN "attempts",
DROP COLUMN "next_attempt_at";
