-- AlterTable
ALTER TABLE "device_authorizations" ADD COLUMN     "client" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "has_second_factor" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "role_limit" TEXT,
ADD COLUMN     "source_address" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "is_emailed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "max_key_lifetime_days" INTEGER,
ADD COLUMN     "second_factor_required" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "session_idle_minutes" INTEGER,
ADD COLUMN     "sso_only" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "client" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "has_second_factor" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'browser',
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "role_limit" TEXT,
ADD COLUMN     "source_address" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3);
