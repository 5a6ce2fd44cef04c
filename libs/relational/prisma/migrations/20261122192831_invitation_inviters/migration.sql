-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "inviter_key_id" UUID,
ADD COLUMN     "inviter_user_id" UUID;

-- CreateIndex
CREATE INDEX "invitations_inviter_user_id_idx" ON "invitations"("inviter_user_id");

-- CreateIndex
CREATE INDEX "invitations_inviter_key_id_idx" ON "invitations"("inviter_key_id");

-- The inviter of these is unknown, so it cannot be judged whether the inviter may still invite.
UPDATE "invitations" SET "revoked_at" = now() WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;
