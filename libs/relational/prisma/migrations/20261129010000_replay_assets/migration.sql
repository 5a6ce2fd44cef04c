-- CreateTable
CREATE TABLE "replay_assets" (
    "project_number" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "pin" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "wanted_until" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempted_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "failure" TEXT NOT NULL DEFAULT '',
    "detail" TEXT NOT NULL DEFAULT '',
    "sha256" TEXT,
    "content_type" TEXT NOT NULL DEFAULT '',
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "needs" JSON NOT NULL DEFAULT '[]',

    CONSTRAINT "replay_assets_pkey" PRIMARY KEY ("project_number","key")
);

-- CreateIndex
CREATE INDEX "replay_assets_project_number_next_at_idx" ON "replay_assets"("project_number", "next_at");

-- CreateIndex
CREATE INDEX "replay_assets_project_number_attempted_at_idx" ON "replay_assets"("project_number", "attempted_at");

-- CreateIndex
CREATE INDEX "replay_assets_project_number_sha256_idx" ON "replay_assets"("project_number", "sha256");

-- CreateIndex
CREATE INDEX "replay_assets_wanted_until_idx" ON "replay_assets"("wanted_until");
