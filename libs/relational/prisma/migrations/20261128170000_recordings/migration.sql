-- CreateTable
CREATE TABLE "recording_keys" (
    "project_number" INTEGER NOT NULL,
    "wrapped" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recording_keys_pkey" PRIMARY KEY ("project_number")
);

-- CreateTable
CREATE TABLE "recordings" (
    "project_number" INTEGER NOT NULL,
    "session_id" TEXT NOT NULL,
    "wrapped" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "retention_days" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("project_number","session_id")
);

-- CreateIndex
CREATE INDEX "recordings_project_number_started_at_idx" ON "recordings"("project_number", "started_at");

-- CreateIndex
CREATE INDEX "recordings_expires_at_idx" ON "recordings"("expires_at");
