-- AlterTable
ALTER TABLE "issues" ADD COLUMN     "last_release_at" TIMESTAMPTZ(6);

-- The time of the latest event is the best that is known of earlier issues.
UPDATE "issues" SET "last_release_at" = "last_seen" WHERE "last_release" <> '';
