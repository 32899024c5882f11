"""Runs each Python sample of the guides against the mock at the address SERVICE_URL_LOCAL."""

import contextlib
import io
import json
import runpy
import threading
import unittest
from http.client import HTTPConnection
from pathlib import Path

import balance_teams
import catch_up
import connect_a_player
import correct_a_match
import correct_an_import
import describe_errors
import explain_a_change
import handle_events
import import_a_tournament
import predict_a_match
import rating_in_words
import read_changes
import redeliver_missed
import review_disputes
import show_a_leaderboard
import submit_and_settle
import test_your_receiver
from partner_rating import PartnerRatingClient, VerifiedWebhook
from partner_rating.models import (
    ConnectionRevokedEvent,
    MatchBatch,
    MatchReplacementInput,
    Participant,
    TournamentImport,
)
from receive_webhooks import webhook_receiver

SAMPLES = Path(test_your_receiver.__file__).parent
TOURNAMENT = SAMPLES / "lone-star-mixed-doubles.json"
BATCH: MatchBatch = {
    "sport": "pickleball",
    "format": "pickleball-11",
    "matches": [
        {
            "identifier": "court-3-final",
            "teams": [["10482"], ["10517"]],
            "games": [{"scores": [11, 8]}, {"scores": [11, 6]}],
        }
    ],
}
ReceiverTest = test_your_receiver.ReceiverTest


def printed(program: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        runpy.run_path(str(SAMPLES / program))
    return output.getvalue()


def client_of(scenario: str) -> PartnerRatingClient:
    return PartnerRatingClient(
        environment="local", max_retries=0, headers={"x-mock-scenario": scenario}
    )


class SamplesTest(unittest.TestCase):
    def test_a_batch_says_which_ratings_moved(self) -> None:
        self.assertRegex(printed("submit_a_batch.py"), r"(?m)^.+, .+: .+ → \d\.\d+$")

    def test_the_sample_waits_until_results_are_settled(self) -> None:
        self.assertTrue(submit_and_settle.submit_and_settle(BATCH))

    def test_a_corrected_match_has_its_own_id(self) -> None:
        right: MatchReplacementInput = {
            "reason": "The scores were swapped.",
            "sport": "pickleball",
            "format": "pickleball-11",
            **BATCH["matches"][0],
        }
        wrong = "mat_01jq9c2m4n6p8q0r2s4t6v8w0x"
        self.assertRegex(correct_a_match.correct_match(wrong, right) or "", "^mat_")

    def test_a_prediction_is_a_sentence(self) -> None:
        words = predict_a_match.prediction_in_words(["10482", "10517"], ["10533", "10591"])
        self.assertRegex(words, r"^We win with \d+%")

    def test_the_fairest_courts_name_everybody(self) -> None:
        courts = balance_teams.fairest_courts(["10482", "10517", "10533", "10591"])
        self.assertRegex(courts[0], r"^\w+ and \w+ against \w+ and \w+: \d+% to \d+%$")

    def test_a_leaderboard_has_a_line_for_each_player(self) -> None:
        self.assertRegex(show_a_leaderboard.best_of_texas(3)[0], r"^1\. .+: \d\.\d{3}$")
        near = show_a_leaderboard.near_in_texas("10482")
        self.assertRegex((near or [""])[0], r"^\d+\. .+: \d\.\d{3}.*, of \d+$")

    def test_a_rating_is_a_sentence(self) -> None:
        self.assertRegex(rating_in_words.rating_in_words("10482", "pickleball"), r": \d\.\d{3}.* games$")
        self.assertRegex(rating_in_words.rating_in_words("10482", "squash"), "is not rated yet$")

    def test_a_change_is_explained_game_by_game(self) -> None:
        page = PartnerRatingClient(environment="local").members.list_rating_history("10482")
        for entry in page.page()["history"]:
            self.assertRegex(
                explain_a_change.change_in_words(entry) or "",
                r"^You won \d of \d games.*\. (The rating moved from \d\.\d{3} to |That was expected, so)",
            )

    def test_each_error_has_a_sentence(self) -> None:
        sentences = {
            "connected-player": "matches are rated",
            "batch-rejected": "Fix this and send it again. /matches/",
            "match-conflict": "Replace it with matches.replace",
            "service-failing": "Try again later (internal, request req_",
        }
        for scenario, words in sentences.items():
            said = describe_errors.submit_and_describe(client_of(scenario), BATCH)
            self.assertIn(words, said)

    def test_the_callback_connects_the_player_who_started(self) -> None:
        address, pending = connect_a_player.start_connection()
        self.assertIn("request_uri=", address)
        callback = f"https://courtside.example/callback?state={pending.state}"
        issuer = f"iss={connect_a_player.ISSUER}"
        tokens = connect_a_player.finish_connection(f"{callback}&{issuer}&code=any", pending)
        self.assertIn("access_token", tokens or {})
        refused = f"{callback}&{issuer}&error=access_denied"
        self.assertIsNone(connect_a_player.finish_connection(refused, pending))
        for wrong in (f"{callback}&iss=https://evil.example", f"{callback}0&{issuer}"):
            with self.assertRaises(ValueError):
                connect_a_player.finish_connection(wrong, pending)

    def test_ratings_follow_the_updates_and_the_connections(self) -> None:
        ratings: handle_events.Ratings = {}
        catch_up.catch_up(PartnerRatingClient(environment="local"), ratings, "2026-09-12T00:00:00Z")
        self.assertGreater(len(ratings), 0)
        stored = dict(ratings)
        since = read_changes.read_changes(PartnerRatingClient(environment="local"), ratings, None)
        self.assertEqual((ratings, since), (stored, max(each["changedAt"] for each in stored.values())))
        player, _ = next(iter(ratings))
        revoked: ConnectionRevokedEvent = json.loads(test_your_receiver.EVENT)
        revoked["data"]["id"] = player
        handle_events.handle_event(ratings, revoked)
        self.assertNotIn(player, {key[0] for key in ratings})

    def test_a_body_of_unknown_length_is_not_read(self) -> None:
        stored: list[VerifiedWebhook] = []
        with webhook_receiver(test_your_receiver.SECRET, stored.append) as receiver:
            threading.Thread(target=receiver.serve_forever, daemon=True).start()
            for length in ("-1", "x", "²", "9" * 5_000, "1048577"):
                connection = HTTPConnection("localhost", receiver.server_port, timeout=60)
                connection.putrequest("POST", "/hooks")
                connection.putheader("Content-Length", length.encode())
                connection.endheaders()
                # The connection is still open, so the receiver must answer without waiting for a body.
                self.assertEqual(connection.getresponse().status, 401, length)
                connection.close()
            receiver.shutdown()
        self.assertEqual(stored, [])

    def test_missed_events_are_redelivered(self) -> None:
        self.assertGreater(redeliver_missed.redeliver_missed(PartnerRatingClient(environment="local")), 0)

    def test_an_import_is_tried_stored_and_corrected(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            tried = import_a_tournament.try_import(TOURNAMENT)
        self.assertGreater(len(tried["participants"]), 0)
        imported = import_a_tournament.import_for_good(TOURNAMENT)
        tournament: TournamentImport = json.loads(TOURNAMENT.read_text("utf-8"))
        wrong = tournament["matches"][0]["teams"][0][0]
        right: Participant = {**wrong, "memberId": "10482"}
        correct_an_import.correct_player(tournament, imported, wrong, right)

    def test_disputed_matches_are_voided_if_they_are_wrong(self) -> None:
        self.assertEqual(review_disputes.review_disputes(lambda match: False), 0)
        self.assertGreater(review_disputes.review_disputes(lambda match: True), 0)


if __name__ == "__main__":
    unittest.main()
