-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "security_version" BIGINT NOT NULL DEFAULT 1;
