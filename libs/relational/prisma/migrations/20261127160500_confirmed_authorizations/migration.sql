-- AlterTable
ALTER TABLE "connection_authorizations" ADD COLUMN     "confirmed_credential_id" TEXT,
ADD COLUMN     "confirmed_user_id" TEXT;
