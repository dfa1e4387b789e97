internal import Jobs

extension JobState: Coded {
  package static let meanings = [
    "assigned": "it was ordered, and nobody was seen to do it",
    "received": "its asset has received it, as the office notes",
    "accepted": "its asset will do it, as the office notes",
    "arrived": "the record ends while the asset stands there",
    "finished": "an asset stood there and drove off",
    "rejected": "its asset will not do it, as the office notes",
    "cancelled": "it is not wanted any more, as the office notes",
    "replaced": "another job took its place, as the office notes",
    "missed": "an hour after its window the record goes on, and the asset was not there",
    "not_reached": "the record ends before the asset was there, and before the job is missed",
  ]
}

extension JobClaim: Coded {
  package static let meanings = [
    "confirmed": "an asset was there",
    "contradicted": "it was said more than five minutes before the arrival, or more than 300 m away",
    "unverified": "no record shows it",
  ]
}

extension JobEvent.Kind: Coded {
  package static let meanings = [
    "accepted": "a person said that the asset will do the job",
    "rejected": "a person said that the asset will not do the job",
    "cancelled": "a person said that the job is not wanted any more",
    "replaced": "another job took the place of this one",
    "started": "the asset left the place before, towards this job",
    "eta_update": "the estimated arrival has changed by more than the threshold",
    "arrived": "the asset came to stand at the job",
    "left": "the asset drove off",
    "finished": "the job was done: the asset drove off, or a person said so before",
    "missed": "an hour had passed since the window closed",
    "custom": "a person wrote something else",
    "claim_contradicted": "a person said that the job is finished, and the drive says otherwise",
  ]
}
