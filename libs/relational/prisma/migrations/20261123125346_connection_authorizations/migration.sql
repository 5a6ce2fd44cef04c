-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "site_url" TEXT;

-- CreateTable
CREATE TABLE "connection_authorizations" (
    "id" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "connection_version" BIGINT,
    "credential_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "is_session" BOOLEAN NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "connection_authorizations_expires_at_idx" ON "connection_authorizations"("expires_at");
